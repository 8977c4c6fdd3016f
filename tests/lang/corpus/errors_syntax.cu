// Mistakes of form: each is reported on its line, and reading goes on behind it.
__global__ void forgotten(float *p, int n)
{
    int count = n // error: expected ';' after the declaration
    p[0] = conut; // error: did you mean 'count'?
    for (int i = 0; i < n; i++ // error: expected ')' after the head of for
        p[i] = 0;
    if (n > 3 { // error: expected ')' after the condition
        p[0] = 1;
    }
    p[1] = ; // error: expected an expression, not ';'
    p[2] = (n + 1; // error: expected ')' to close the parenthesis
    p[3; // error: expected ']' after the index
    int; // nothing is declared: allowed
    int 5x; // error: expected the name of a variable
    else p[4] = 0; // error: expected an expression, not 'else'
    case 3: p[5] = 0; // error: a case label cannot stand here
    break; // error: there is no loop here to leave
    do p[6] = 1; until (n); // error: expected 'while' after the body of do
    p[7] = 0x; // error: is not a number
    p[8] = 99999999999999999999; // error: is not a number
    p[9] = 'ab'; // error: holds one character
    last = 1; // error: 'last' is not declared
    p[10] = last;
}
