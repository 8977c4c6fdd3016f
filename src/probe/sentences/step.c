/* What a step did, in one sentence: who (warp, how many threads), what, and where. */
#include "probe/sentences/place.h"
#include "probe/sentences/sentence.h"
#include "program/flow/constant_loads.h"

typedef struct Speaker {
    Arena *arena;
    Language language;
    const Program *program;
    const Launch *launch;
    const Step *step;
} Speaker;

static int count(uint32_t lanes)
{
    return __builtin_popcount(lanes);
}

/* "4 threads" */
static const char *threads(const Speaker *speaker, uint32_t lanes)
{
    if (speaker->language == LANGUAGE_ZH)
        return arena_printf(speaker->arena, "%d 个线程", count(lanes));
    return arena_printf(speaker->arena, "%d thread%s", count(lanes), count(lanes) == 1 ? "" : "s");
}

/* The s of an English verb. */
static const char *verb_end(const Speaker *speaker)
{
    return speaker->language == LANGUAGE_EN && count(speaker->step->active) == 1 ? "s" : "";
}

static const char *space_name(const Speaker *speaker)
{
    if (instr_is_constant_load(speaker->step->instr))
        return language_pick(speaker->language, "constant memory", "常量内存");
    switch (speaker->step->space) {
    case SPACE_GLOBAL: return language_pick(speaker->language, "global memory", "全局内存");
    case SPACE_SHARED: return language_pick(speaker->language, "shared memory", "共享内存");
    case SPACE_LOCAL: return language_pick(speaker->language, "their own memory", "线程私有内存");
    default: return language_pick(speaker->language, "memory", "内存");
    }
}

/* "to Mds[0][0..1]", or "0 to Mds[0][0..1]" where a literal is stored. */
static const char *stored(const Speaker *speaker, const char *where)
{
    Operand value = speaker->step->instr->c;
    const Uniform *uniform =
        OPERAND_IS_UNIFORM(value) ? &speaker->program->uniforms[OPERAND_INDEX(value)] : NULL;
    if (!uniform || uniform->kind != UNIFORM_CONSTANT)
        return arena_printf(speaker->arena, language_pick(speaker->language, "to %s", "%s"), where);
    const char *literal =
        machine_value_text(speaker->arena, speaker->launch, (ScalarType)speaker->step->instr->type,
                           uniform->value, false);
    return arena_printf(speaker->arena, language_pick(speaker->language, "%s to %s", "%s 到 %s"),
                        literal, where);
}

static const char *say_access(const Speaker *speaker)
{
    const Step *step = speaker->step;
    uint32_t lanes = step->active & ~(step->fault == FAULT_SPACE ? step->fault_lanes : 0);
    const char *who = threads(speaker, step->active);
    if (!lanes)
        return arena_printf(speaker->arena,
                            language_pick(speaker->language,
                                          "%s use%s a pointer that leads nowhere",
                                          "%s%s使用了不指向任何内存的指针"),
                            who, verb_end(speaker));
    const char *where = place_list(speaker->arena, speaker->language, speaker->program,
                                   speaker->launch, step, lanes);
    if (step->instr->op == OP_STORE)
        where = stored(speaker, where);
    const char *format =
        step->instr->op == OP_LOAD
            ? language_pick(speaker->language, "%1$s load%4$s %2$s from %3$s",
                            "%1$s从%3$s读取 %2$s")
        : step->instr->op == OP_STORE
            ? language_pick(speaker->language, "%1$s store%4$s %2$s in %3$s", "%1$s向%3$s写入 %2$s")
            : language_pick(speaker->language, "%1$s update%4$s %2$s in %3$s atomically",
                            "%1$s对%3$s中的 %2$s 做原子更新");
    return arena_printf(speaker->arena, format, who, where, space_name(speaker), verb_end(speaker));
}

/* The source's name of the register that the step wrote, or NULL. */
static const char *written_name(const Speaker *speaker)
{
    const Program *program = speaker->program;
    const Step *step = speaker->step;
    for (int i = program->variable_count; i-- > 0;) {
        const Variable *variable = &program->variables[i];
        if (variable->storage == STORAGE_REGISTER && variable->operand == step->instr->dst &&
            variable->first_pc <= step->pc + 1 && step->pc < variable->end_pc)
            return variable->name;
    }
    return NULL;
}

static const char *say_value(const Speaker *speaker)
{
    const char *name = written_name(speaker), *who = threads(speaker, speaker->step->active);
    bool is_test = opcode_is_comparison(speaker->step->instr->op);
    if (name)
        return arena_printf(
            speaker->arena,
            speaker->step->instr->op == OP_MOV
                ? language_pick(speaker->language, "%s set%s %s", "%s%s设置 %s 的值")
                : language_pick(speaker->language, "%s compute%s %s", "%s%s计算 %s"),
            who, verb_end(speaker), name);
    if (is_test)
        return arena_printf(
            speaker->arena,
            language_pick(speaker->language, "%s compare%s two values", "%s%s比较两个值"), who,
            verb_end(speaker));
    return arena_printf(speaker->arena,
                        language_pick(speaker->language, "%s compute%s an intermediate value",
                                      "%s%s计算一个中间值"),
                        who, verb_end(speaker));
}

static const char *say_if(const Speaker *speaker)
{
    const Step *step = speaker->step;
    if (step->is_divergent)
        return arena_printf(
            speaker->arena,
            language_pick(speaker->language,
                          "the condition is true for %d of %d threads: the warp diverges",
                          "条件对 %2$d 个线程中的 %1$d 个成立：线程束发生分支发散"),
            count(step->taken), count(step->active));
    return arena_printf(
        speaker->arena,
        step->taken
            ? language_pick(speaker->language, "the condition is true for %s", "条件对 %s成立")
            : language_pick(speaker->language, "the condition is false for %s", "条件对 %s不成立"),
        threads(speaker, step->active));
}

static const char *say_loop(const Speaker *speaker)
{
    const Step *step = speaker->step;
    if (step->is_divergent)
        return arena_printf(
            speaker->arena,
            language_pick(speaker->language, "%d of %d threads go%s round the loop, the other%s it",
                          "%2$d 个线程中有 %1$d 个继续循环，其余离开循环"),
            count(step->taken), count(step->active), count(step->taken) == 1 ? "es" : "",
            count(step->active & ~step->taken) == 1 ? " leaves" : "s leave");
    return arena_printf(
        speaker->arena,
        step->taken ? language_pick(speaker->language, "%s go%s round the loop", "%s%s进入循环体")
                    : language_pick(speaker->language, "%s leave%s the loop", "%s%s离开循环"),
        threads(speaker, step->active),
        step->taken && *verb_end(speaker) ? "es" : verb_end(speaker));
}

static const char *say_branch(const Speaker *speaker)
{
    const char *who = threads(speaker, speaker->step->active);
    const char *format = NULL;
    switch (speaker->step->instr->op) {
    case OP_IF: return say_if(speaker);
    case OP_LOOP_TEST: return say_loop(speaker);
    case OP_BREAK:
        format = language_pick(speaker->language, "%s break%s out of the loop", "%s%s跳出循环");
        break;
    case OP_CONTINUE:
        format = language_pick(speaker->language, "%s skip%s to the next pass of the loop",
                               "%s%s跳到下一次循环");
        break;
    default: format = language_pick(speaker->language, "%s end%s", "%s%s执行结束"); break;
    }
    return arena_printf(speaker->arena, format, who, verb_end(speaker));
}

static const char *say_barrier(const Speaker *speaker)
{
    const Step *step = speaker->step;
    const char *text =
        arena_printf(speaker->arena,
                     language_pick(speaker->language, "%s arrive%s at the barrier", "%s%s到达屏障"),
                     threads(speaker, step->active), verb_end(speaker));
    if (step->absent)
        text = arena_printf(speaker->arena,
                            language_pick(speaker->language, "%s; %s of this warp did not come",
                                          "%s，本线程束有 %s没有到达"),
                            text, threads(speaker, step->absent));
    return arena_printf(
        speaker->arena,
        step->is_release
            ? language_pick(speaker->language, "%s, and the barrier opens for the block",
                            "%s，屏障对整个线程块放行")
            : language_pick(speaker->language, "%s and wait%s for the rest of the block",
                            "%s%s，等待线程块中的其他线程"),
        text, step->is_release ? "" : verb_end(speaker));
}

static const char *say_sync(const Speaker *speaker)
{
    const char *format = NULL;
    switch (speaker->step->instr->op) {
    case OP_BARRIER: return say_barrier(speaker);
    case OP_WARP_SYNC:
        format = language_pick(speaker->language, "%s synchronise%s within the warp",
                               "%s%s在线程束内同步");
        break;
    case OP_FENCE:
        format = language_pick(speaker->language,
                               "%s pause%s at a memory fence: what was written before it is "
                               "seen before what is written after it",
                               "%s%s执行内存栅栏：之前的写入先于之后的写入被看到");
        break;
    case OP_CLOCK:
        format = language_pick(speaker->language, "%s read%s the clock, which counts steps here",
                               "%s%s读取时钟（这里按步计数）");
        break;
    case OP_SHUFFLE:
        format = language_pick(speaker->language, "%s exchange%s register values within the warp",
                               "%s%s在线程束内交换寄存器的值");
        break;
    default:
        if (vote_takes_value(speaker->step->instr->imm))
            format = language_pick(speaker->language, "%s combine%s values within the warp",
                                   "%s%s在线程束内合并各自的值");
        else if (speaker->step->instr->imm >= VOTE_BLOCK_COUNT)
            format =
                language_pick(speaker->language, "%s get%s what the block voted at the barrier",
                              "%s%s得到线程块在屏障处的投票结果");
        else
            format =
                language_pick(speaker->language, "%s vote%s within the warp", "%s%s在线程束内投票");
        break;
    }
    return arena_printf(speaker->arena, format, threads(speaker, speaker->step->active),
                        verb_end(speaker));
}

static const char *say_effect(const Speaker *speaker)
{
    const char *format;
    switch (speaker->step->instr->op) {
    case OP_PRINT:
        format = language_pick(speaker->language, "%s print%s", "%s%s执行 printf");
        break;
    case OP_ASSERT:
        format = language_pick(speaker->language, "%s check%s an assertion", "%s%s检查断言");
        break;
    default:
        format =
            language_pick(speaker->language, "%s come%s to the end of a function without a return",
                          "%s%s到达函数末尾而没有返回值");
    }
    return arena_printf(speaker->arena, format, threads(speaker, speaker->step->active),
                        verb_end(speaker));
}

static const char *say_what(const Speaker *speaker)
{
    switch (opcode_info[speaker->step->instr->op].class) {
    case CLASS_MEMORY: return say_access(speaker);
    case CLASS_BRANCH: return say_branch(speaker);
    case CLASS_SYNC: return say_sync(speaker);
    case CLASS_EFFECT: return say_effect(speaker);
    default: return say_value(speaker);
    }
}

/* What went wrong, to be added; "" if nothing. */
static const char *say_fault(const Speaker *speaker)
{
    const char *format = NULL;
    switch (speaker->step->fault) {
    case FAULT_DIVIDE_BY_ZERO:
        format = language_pick(speaker->language, "; %s divided by zero", "；有 %s除以零");
        break;
    case FAULT_SCOPE:
        format = language_pick(speaker->language, "; the variable that %s points at is no more",
                               "；有 %s所指的变量已不存在");
        break;
    case FAULT_SHIFT:
        format = language_pick(speaker->language, "; the count of %s is out of range",
                               "；有 %s的移位位数超出范围");
        break;
    case FAULT_MISALIGNED:
        format = language_pick(speaker->language, "; the address of %s is not aligned",
                               "；有 %s的地址没有对齐");
        break;
    case FAULT_ASSERT:
        format = language_pick(speaker->language, "; it fails for %s", "；断言对 %s不成立");
        break;
    case FAULT_SPACE:
        format = language_pick(speaker->language, "; the pointer of %s leads nowhere",
                               "；有 %s的指针不指向任何内存");
        break;
    default: return "";
    }
    return arena_printf(speaker->arena, format, threads(speaker, speaker->step->fault_lanes));
}

const char *sentence_step(Arena *arena, Language language, const Program *program,
                          const Launch *launch, const Step *step)
{
    Speaker speaker = {arena, language, program, launch, step};
    if (step->fault == FAULT_STEP_LIMIT)
        return arena_printf(
            arena,
            language_pick(speaker.language,
                          "Warp %u: stopped at the step limit, before the end of %s.",
                          "线程束 %u：达到步数上限而停止，此时%s尚未结束。"),
            step->warp, threads(&speaker, step->live));
    return arena_printf(arena,
                        language_pick(speaker.language, "Warp %u: %s%s.", "线程束 %u：%s%s。"),
                        step->warp, say_what(&speaker), say_fault(&speaker));
}
