// Long names of everything.
__global__ void a_rather_long_kernel_name_as_students_write_them(float *an_output_with_a_long_name, const float *an_input_with_a_long_name, int number_of_elements)
{
    int global_index_of_this_thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (global_index_of_this_thread < number_of_elements)
        an_output_with_a_long_name[global_index_of_this_thread] = an_input_with_a_long_name[number_of_elements - 1 - global_index_of_this_thread] * 1234567.891f;
}
void sketch()
{
    int number_of_elements = 50;
    float *an_output_with_a_long_name, *an_input_with_a_long_name;
    cudaMalloc(&an_output_with_a_long_name, number_of_elements * sizeof(float));
    cudaMalloc(&an_input_with_a_long_name, number_of_elements * sizeof(float));
    a_rather_long_kernel_name_as_students_write_them<<<dim3(7, 1, 1), dim3(8, 1, 1)>>>(an_output_with_a_long_name, an_input_with_a_long_name, number_of_elements);
}
