/* Where a function returns. One that returns nowhere but at its end needs no frame when it is
 * inlined, and may return a reference. */
#include "lang/tree/ast.h"

static const Stmt *last_of(const Stmt *stmt)
{
    while (stmt && stmt->next)
        stmt = stmt->next;
    return stmt;
}

const Stmt *function_tail(const Function *function)
{
    const Stmt *last = last_of(function->body->body);
    while (last && last->kind == STMT_BLOCK)
        last = last_of(last->body);
    return last && last->kind == STMT_RETURN ? last : NULL;
}

static bool returns_early(const Stmt *stmt, const Stmt *tail)
{
    for (; stmt; stmt = stmt->next) {
        if (stmt->kind == STMT_RETURN && stmt != tail)
            return true;
        if (returns_early(stmt->body, tail) || returns_early(stmt->other, tail))
            return true;
    }
    return false;
}

bool function_returns_early(const Function *function)
{
    return returns_early(function->body->body, function_tail(function));
}
