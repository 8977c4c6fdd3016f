// Functions of structs: constructors, const and static ones, this, constants, templates of structs.
// expect: out[0] == 664
// expect: out[1] == 10
// expect: out[2] == 24
// expect: out[3] == 28
// expect: out[4] == 4

struct Vec3 {
    float x, y, z;
    __host__ __device__ Vec3() : x(0), y(0), z(0) {}
    __host__ __device__ Vec3(float a, float b, float c) : x(a), y(b), z{c} {}
    __host__ __device__ explicit Vec3(float all) { x = y = z = all; }
    __device__ float dot(const Vec3 &other) const
    {
        return x * other.x + y * other.y + z * other.z;
    }
    __device__ void add(const Vec3 &other)
    {
        x += other.x;
        this->y += other.y;
        (*this).z += other.z;
    }
    ~Vec3() = default;
};

template <typename T, int ROWS, int COLS = ROWS> struct Tile {
    static constexpr int SIZE = ROWS * COLS;
    T data[ROWS][COLS];
    __device__ void fill(T value)
    {
        for (int i = 0; i < ROWS; ++i)
            for (int j = 0; j < COLS; ++j)
                set(i, j, value);
    }
    __device__ static int size() { return SIZE; }

  private:
    __device__ void set(int i, int j, T value) { data[i][j] = value; }
};

template <typename T> __device__ T twice(Tile<T, 2> t)
{
    return 2 * t.data[1][1];
}

__global__ void methods(float *out)
{
    Vec3 v, w(1, 2, 3), many[3];
    v.add(w);
    v.add(Vec3(2, 3, 4));
    Vec3 u(v.x * 4, v.y * 4, v.z * 4);
    many[2] = u;
    Tile<float, 2, 4> tile;
    tile.fill(3.0f);
    Tile<int, 2> square;
    square.fill(2);
    if (threadIdx.x == 0) {
        Vec3 half = Vec3(2.0f);
        out[0] = u.dot(v) * half.x;
        out[1] = tile.data[1][2] + 7 + many[0].x;
        out[2] = Tile<int, 2, 4>::SIZE + 2 * tile.size();
        out[3] = many[2].z;
        out[4] = twice<int>(square);
    }
}

int main()
{
    float *out;
    cudaMalloc(&out, 5 * sizeof(float));
    methods<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
