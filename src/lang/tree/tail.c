/* Where a function returns. One that returns nowhere but at its end needs no frame when it is
 * inlined, and may return a reference. One whose end can be come to without a return is watched
 * there. */
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

static bool passes(const Stmt *stmt);

static bool passes_list(const Stmt *stmt)
{
    for (; stmt; stmt = stmt->next)
        if (!passes(stmt))
            return false;
    return true;
}

/* Is there a break of the loop or switch whose body begins at stmt? */
static bool breaks(const Stmt *stmt)
{
    for (; stmt; stmt = stmt->next) {
        if (stmt->kind == STMT_BREAK)
            return true;
        bool is_inner = stmt->kind == STMT_LOOP || stmt->kind == STMT_SWITCH;
        if (!is_inner && (breaks(stmt->body) || breaks(stmt->other)))
            return true;
    }
    return false;
}

static bool passes_if(const Stmt *stmt)
{
    bool is_known = stmt->is_off || stmt->expr->is_constant;
    bool is_true = stmt->is_off || stmt->expr->value;
    return (!(is_known && !is_true) && passes_list(stmt->body)) ||
           (!(is_known && is_true) && passes_list(stmt->other));
}

static bool passes_loop(const Stmt *stmt)
{
    bool is_endless = !stmt->expr || (stmt->expr->is_constant && stmt->expr->value);
    if (stmt->is_do && !passes_list(stmt->body) && !breaks(stmt->body))
        return false;
    return !is_endless || breaks(stmt->body);
}

/* With a default, a switch is passed by a break or at the end of its last case alone. */
static bool passes_switch(const Stmt *stmt)
{
    bool has_default = false, passes_end = true;
    for (const Stmt *each = stmt->body->body; each; each = each->next) {
        has_default |= each->kind == STMT_CASE && !each->expr;
        passes_end = each->kind == STMT_CASE || (passes_end && passes(each));
    }
    return !has_default || passes_end || breaks(stmt->body->body);
}

/* May what stands behind the statement be come to? */
static bool passes(const Stmt *stmt)
{
    switch (stmt->kind) {
    case STMT_BLOCK: return passes_list(stmt->body);
    case STMT_IF: return passes_if(stmt);
    case STMT_LOOP: return passes_loop(stmt);
    case STMT_SWITCH: return passes_switch(stmt);
    case STMT_BREAK:
    case STMT_CONTINUE:
    case STMT_RETURN: return false;
    default: return true;
    }
}

bool function_may_fall_off(const Function *function)
{
    return passes_list(function->body->body);
}
