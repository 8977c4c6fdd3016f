/* Template arguments of a call, and the variables that its parameters become. */
#include "host/run/eval.h"

void host_templates_read(HostScan *scan, int begin, int behind_last, HostTemplates *out)
{
    int at = begin + 1, end = behind_last - 1;
    out->count = 0;
    if (begin < 0)
        return;
    while (at < end && out->count < HOST_ARGUMENT_LIMIT) {
        int comma = host_find(scan, at, end, ","), behind = at;
        const Token *name = &scan->tokens[at];
        int var = name->kind == TOKEN_NAME ? host_var_find(scan, name->text, name->length) : -1;
        bool is_function =
            var < 0 && host_function_find(scan, name->text, name->length, -1) != NULL;
        bool may_be_type = (var < 0 && !is_function) || (var >= 0 && scan->vars[var].is_type);
        out->is_type[out->count] =
            may_be_type && host_type(scan, &behind, &out->types[out->count]) && behind == comma;
        out->is_given[out->count] = true;
        if (!out->is_type[out->count])
            out->values[out->count] = host_evaluate(scan, at, comma);
        out->count++;
        at = comma + 1;
    }
}

void host_templates_bind(HostScan *scan, int templates, const HostTemplates *arguments)
{
    int at = templates + 1, behind, index = 0;
    if (templates < 0)
        return;
    behind = host_template_end(scan, templates, scan->count);
    if (behind < 0)
        behind = host_find(scan, at, scan->count, ">") + 1;
    for (; at < behind - 1; ++index) {
        int comma = host_find(scan, at, behind - 1, ","), name = comma - 1;
        int equals = host_find(scan, at, comma, "=");
        if (equals < comma)
            name = equals - 1;
        for (int i = at; i < comma; ++i)
            if (host_is_at(scan, i, "(") && host_is_at(scan, i + 1, "*") &&
                host_is_at(scan, i + 3, ")")) { /* T (*name)(...) */
                name = i + 2;
                break;
            }
        bool given = index < arguments->count && arguments->is_given[index],
             is_type = host_is_at(scan, at, "typename") || host_is_at(scan, at, "class");
        const Token *token = &scan->tokens[name];
        if (token->kind == TOKEN_NAME) {
            HostVar *var = host_var_new(scan, token->text, token->length, token->span);
            var->is_type = is_type;
            var->type = is_type ? (HostType){.is_class = true, .name = var->name}
                                : (HostType){.is_scalar = true, .scalar = SCALAR_I64};
            if (is_type && given && arguments->is_type[index])
                var->type = arguments->types[index];
            if (!is_type && given && !arguments->is_type[index])
                var->value = arguments->values[index];
            else if (!is_type && equals < comma)
                scan->vars[scan->var_count - 1].value = host_evaluate(scan, equals + 1, comma);
        }
        at = comma + 1;
    }
}
