/* Textures, surfaces and CUDA arrays as far as programs name them: tilestep exec does not have them,
 * and every call of theirs fails and is told with its line (src/exec/runtime/refused.def). */
#pragma once

typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;
enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned = 0,
    cudaChannelFormatKindUnsigned = 1,
    cudaChannelFormatKindFloat = 2,
    cudaChannelFormatKindNone = 3
};
struct cudaChannelFormatDesc {
    int x, y, z, w;
    enum cudaChannelFormatKind f;
};
enum cudaResourceType {
    cudaResourceTypeArray = 0,
    cudaResourceTypeMipmappedArray = 1,
    cudaResourceTypeLinear = 2,
    cudaResourceTypePitch2D = 3
};
struct cudaResourceDesc {
    enum cudaResourceType resType;
    union {
        struct {
            cudaArray_t array;
        } array;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t width, height, pitchInBytes;
        } pitch2D;
    } res;
};
enum cudaTextureAddressMode {
    cudaAddressModeWrap = 0,
    cudaAddressModeClamp = 1,
    cudaAddressModeMirror = 2,
    cudaAddressModeBorder = 3
};
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned int maxAnisotropy;
};
struct cudaResourceViewDesc;

extern "C" {
cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *channel,
                            size_t width, size_t height = 0, unsigned int flags = 0);
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *channel,
                              struct cudaExtent extent, unsigned int flags = 0);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t size,
                              enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_t from, size_t x, size_t y, size_t size,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_t from, size_t x, size_t y,
                                  size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *description,
                                    const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface,
                                    const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
}

static inline struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                                 enum cudaChannelFormatKind kind)
{
    return cudaChannelFormatDesc{x, y, z, w, kind};
}
template <class T> static inline struct cudaChannelFormatDesc cudaCreateChannelDesc()
{
    int bits = 8 * (int)sizeof(T);
    enum cudaChannelFormatKind kind = T(-1) < T(0) ? cudaChannelFormatKindSigned
                                                   : cudaChannelFormatKindUnsigned;
    return cudaChannelFormatDesc{bits, 0, 0, 0, kind};
}
template <> inline struct cudaChannelFormatDesc cudaCreateChannelDesc<float>()
{
    return cudaChannelFormatDesc{32, 0, 0, 0, cudaChannelFormatKindFloat};
}
template <> inline struct cudaChannelFormatDesc cudaCreateChannelDesc<float4>()
{
    return cudaChannelFormatDesc{32, 32, 32, 32, cudaChannelFormatKindFloat};
}
template <> inline struct cudaChannelFormatDesc cudaCreateChannelDesc<uchar4>()
{
    return cudaChannelFormatDesc{8, 8, 8, 8, cudaChannelFormatKindUnsigned};
}
