/* What a step did, in one sentence: who (warp, how many threads), what, and where. */
#include "probe/record/object.h"
#include "probe/sentences/place.h"
#include "probe/sentences/sentence.h"
#include "probe/sentences/words.h"
#include "program/flow/constant_loads.h"

static int count(uint32_t lanes)
{
    return __builtin_popcount(lanes);
}

/* "4 threads" */
static const char *threads(const Words *words, uint32_t lanes)
{
    return SAY(words, "%d %s", "%d %s", count(lanes),
               PICK(words, count(lanes) == 1 ? "thread" : "threads", "个线程"));
}

/* The s of an English verb. */
static const char *verb_end(const Words *words)
{
    return words->language == LANGUAGE_EN && count(words->step->active) == 1 ? "s" : "";
}

/* "4 threads end": the verb with its end behind the threads. */
#define DO(words, ...)                                                                             \
    SAY(words, __VA_ARGS__, threads(words, (words)->step->active), verb_end(words))

static const char *space_name(const Words *words)
{
    if (instr_is_constant_load(words->step->instr))
        return PICK(words, "constant memory", "常量内存");
    switch (words->step->space) {
    case SPACE_GLOBAL: return PICK(words, "global memory", "全局内存");
    case SPACE_SHARED: return PICK(words, "shared memory", "共享内存");
    case SPACE_LOCAL: return PICK(words, "their own memory", "线程私有内存");
    default: return PICK(words, "memory", "内存");
    }
}

/* "to Mds[0][0..1]", or "0 to Mds[0][0..1]" where a literal is stored. */
static const char *stored(const Words *words, const char *where)
{
    Operand value = words->step->instr->c;
    const Uniform *uniform =
        OPERAND_IS_UNIFORM(value) ? &words->program->uniforms[OPERAND_INDEX(value)] : NULL;
    if (!uniform || uniform->kind != UNIFORM_CONSTANT)
        return SAY(words, "to %s", "%s", where);
    const char *literal = machine_value_text(
        words->arena, words->launch, (ScalarType)words->step->instr->type, uniform->value, false);
    return SAY(words, "%s to %s", "%s 到 %s", literal, where);
}

static const char *say_access(const Words *words)
{
    const Step *step = words->step;
    uint32_t lanes = step_lanes_placed(step);
    if (!lanes)
        return DO(words, "%s use%s a pointer that leads nowhere", "%s%s使用了不指向任何内存的指针");
    const char *who = threads(words, step->active), *end = verb_end(words);
    const char *space = space_name(words),
               *where = place_list(words->arena, words->language, words->program, words->launch,
                                   step, lanes);
    if (step->instr->flags & INSTR_BULK && step->instr->op == OP_LOAD)
        return SAY(
            words,
            "%1$s begin%2$s to copy %3$s to shared memory in bulk: a GPU does it by "
            "cp.async.bulk, and no thread loads",
            "%1$s%2$s开始把 %3$s 批量复制到共享内存：GPU 用 cp.async.bulk 完成，不由各线程读取",
            who, end, where);
    if (step->instr->flags & INSTR_ASYNC && step->instr->op == OP_LOAD)
        return SAY(words, "%1$s begin%2$s to copy %3$s to shared memory",
                   "%1$s%2$s开始把 %3$s 复制到共享内存", who, end, where);
    if (step->instr->flags & INSTR_ASYNC)
        return SAY(words, "the copies of %1$s land in %2$s", "%1$s的复制到达 %2$s", who, where);
    if (step->instr->op == OP_LOAD)
        return SAY(words, "%1$s load%2$s %3$s from %4$s", "%1$s%2$s从%4$s读取 %3$s", who, end,
                   where, space);
    if (step->instr->op == OP_STORE)
        return SAY(words, "%1$s store%2$s %3$s in %4$s", "%1$s%2$s向%4$s写入 %3$s", who, end,
                   stored(words, where), space);
    return SAY(words, "%1$s update%2$s %3$s in %4$s atomically",
               "%1$s%2$s对%4$s中的 %3$s 做原子更新", who, end, where, space);
}

/* The source's name of the register that the step wrote, or NULL. */
static const char *written_name(const Words *words)
{
    const Program *program = words->program;
    const Step *step = words->step;
    for (int i = program->variable_count; i-- > 0;) {
        const Variable *variable = &program->variables[i];
        if (variable->storage == STORAGE_REGISTER && variable->operand == step->instr->dst &&
            variable->first_pc <= step->pc + 1 && step->pc < variable->end_pc)
            return variable->name;
    }
    return NULL;
}

static const char *say_value(const Words *words)
{
    const char *name = written_name(words), *who = threads(words, words->step->active);
    if (name && words->step->instr->op == OP_MOV)
        return SAY(words, "%s set%s %s", "%s%s设置 %s 的值", who, verb_end(words), name);
    if (name)
        return SAY(words, "%s compute%s %s", "%s%s计算 %s", who, verb_end(words), name);
    if (opcode_is_comparison(words->step->instr->op))
        return DO(words, "%s compare%s two values", "%s%s比较两个值");
    return DO(words, "%s compute%s an intermediate value", "%s%s计算一个中间值");
}

static const char *say_if(const Words *words)
{
    const Step *step = words->step;
    if (step->is_divergent)
        return SAY(words, "the condition is true for %d of %d threads: the warp diverges",
                   "条件对 %2$d 个线程中的 %1$d 个成立：线程束发生分支发散", count(step->taken),
                   count(step->active));
    const char *who = threads(words, step->active);
    return step->taken ? SAY(words, "the condition is true for %s", "条件对 %s成立", who)
                       : SAY(words, "the condition is false for %s", "条件对 %s不成立", who);
}

static const char *say_loop(const Words *words)
{
    const Step *step = words->step;
    int stay = count(step->taken), leave = count(step->active & ~step->taken);
    if (step->is_divergent)
        return SAY(words, "%1$d of %2$d threads go%3$s round the loop, the other%4$s it",
                   "%2$d 个线程中有 %1$d 个%3$s继续循环，其余%4$s离开循环", stay, stay + leave,
                   PICK(words, stay == 1 ? "es" : "", ""),
                   PICK(words, leave == 1 ? " leaves" : "s leave", ""));
    return !step->taken ? DO(words, "%s leave%s the loop", "%s%s离开循环")
           : *verb_end(words)
               ? SAY(words, "%s goes round the loop", "%s进入循环体", threads(words, step->active))
               : SAY(words, "%s go round the loop", "%s进入循环体", threads(words, step->active));
}

static const char *say_branch(const Words *words)
{
    switch (words->step->instr->op) {
    case OP_IF: return say_if(words);
    case OP_LOOP_TEST: return say_loop(words);
    case OP_BREAK: return DO(words, "%s break%s out of the loop", "%s%s跳出循环");
    case OP_CONTINUE:
        return DO(words, "%s skip%s to the next pass of the loop", "%s%s跳到下一次循环");
    default: return DO(words, "%s end%s", "%s%s执行结束");
    }
}

static const char *say_barrier(const Words *words)
{
    const Step *step = words->step;
    bool is_of_grid = step->instr->imm == BARRIER_OF_GRID;
    const char *text = is_of_grid ? DO(words, "%s arrive%s at the barrier of the whole grid",
                                       "%s%s到达整个网格的屏障")
                                  : DO(words, "%s arrive%s at the barrier", "%s%s到达屏障");
    if (step->absent)
        text = SAY(words, "%s; %s of this warp did not come", "%s，本线程束有 %s没有到达", text,
                   threads(words, step->absent));
    if (step->is_release && is_of_grid)
        return SAY(words, "%s: all of the block have come", "%s，整个线程块都已到达", text);
    if (step->is_release)
        return SAY(words, "%s, and the barrier opens for the block", "%s，屏障对整个线程块放行",
                   text);
    return SAY(words, "%s and wait%s for the rest of the block", "%s%s，等待线程块中的其他线程",
               text, verb_end(words));
}

static const char *say_vote(const Words *words)
{
    if (vote_takes_value(words->step->instr->imm))
        return DO(words, "%s combine%s values within the warp", "%s%s在线程束内合并各自的值");
    if (words->step->instr->imm >= VOTE_BLOCK_COUNT)
        return DO(words, "%s get%s what the block voted at the barrier",
                  "%s%s得到线程块在屏障处的投票结果");
    return DO(words, "%s vote%s within the warp", "%s%s在线程束内投票");
}

/* Of the first lane. */
static const char *mbarrier_name(const Words *words)
{
    uint64_t place = words->step->arena[__builtin_ctz(words->step->active)];
    if (place == UINT64_MAX)
        return "?";
    ObjectPlace at = object_place(words->program, words->launch, SPACE_SHARED, place);
    return place_mbarrier(words->arena, words->program, words->launch, at.object, at.element);
}

static const char *say_asked(const Words *words, const char *name)
{
    const Step *step = words->step;
    bool is_open = (step->opened & step->active) == step->active,
         blocks = mbarrier_blocks(step->instr->imm);
    const char *who = threads(words, step->active), *end = verb_end(words);
    if (blocks && is_open)
        return SAY(words, "%1$s pass%2$s barrier %3$s: its phase has completed",
                   "%1$s%2$s通过屏障 %3$s：该阶段已完成", who, PICK(words, *end ? "es" : "", ""),
                   name);
    if (blocks)
        return SAY(words, "%1$s wait%2$s at barrier %3$s until all arrivals of the phase have come",
                   "%1$s%2$s在屏障 %3$s 处等待，直到该阶段的到达都完成", who, end, name);
    return is_open ? SAY(words, "%1$s ask%2$s barrier %3$s: its phase has completed",
                         "%1$s%2$s询问屏障 %3$s：该阶段已完成", who, end, name)
                   : SAY(words, "%1$s ask%2$s barrier %3$s: arrivals are still missing",
                         "%1$s%2$s询问屏障 %3$s：还缺少到达", who, end, name);
}

static const char *say_mbarrier(const Words *words)
{
    const Step *step = words->step;
    const char *name = mbarrier_name(words), *text;
    const char *who = threads(words, step->active), *end = verb_end(words);
    int32_t mode = step->instr->imm;
    if (mbarrier_asks(mode))
        return say_asked(words, name);
    if (mode == MBARRIER_INIT)
        return SAY(words, "%1$s initialise%2$s barrier %3$s", "%1$s%2$s初始化屏障 %3$s", who, end,
                   name);
    if (mode == MBARRIER_INVALIDATE)
        return SAY(words, "%1$s give%2$s up barrier %3$s", "%1$s%2$s使屏障 %3$s 失效", who, end,
                   name);
    if (mbarrier_is_of_copies(mode) && !step->is_landing)
        return SAY(words, "copies of %1$s will arrive at barrier %2$s when they have landed",
                   "%1$s的复制落地后将到达屏障 %2$s", who, name);
    if (step->is_landing)
        text = SAY(words, "copies of %1$s have landed and arrive at barrier %2$s",
                   "%1$s的复制已落地，到达屏障 %2$s", who, name);
    else
        text =
            SAY(words, "%1$s arrive%2$s at barrier %3$s", "%1$s%2$s到达屏障 %3$s", who, end, name);
    if (step->opened)
        return SAY(words, "%s, and its phase completes", "%s，该阶段完成", text);
    return text;
}

/* What a tensor core multiplies, by its sizes. */
static const char *say_product(const Words *words)
{
    const MmaInfo *mma = &mma_info[words->step->instr->imm & ~MMA_SATURATES];
    return SAY(
        words,
        "%1$s multiply%2$s %3$ux%4$u by %4$ux%5$u on the tensor core: each of %3$ux%5$u sums "
        "gets %4$u products",
        "%1$s%2$s用张量核心计算 %3$ux%4$u 乘 %4$ux%5$u：%3$ux%5$u 个和各加上 %4$u 个乘积",
        threads(words, words->step->active), verb_end(words), mma->m, mma->k, MMA_N);
}

/* Rows of 16 bytes that are handed out to the lanes, or put together from what these hold. */
static const char *say_rows(const Words *words)
{
    int32_t imm = words->step->instr->imm;
    const char *who = threads(words, words->step->active), *end = verb_end(words);
    uint32_t count = matrix_count(imm);
    if (imm & MATRIX_TO_ROWS)
        return SAY(words, "%1$s put%2$s what they hold of 8x8 matrices (%3$u) together into rows",
                   "%1$s%2$s把各自持有的 8x8 矩阵（%3$u 个）的部分拼成行", who, end, count);
    return SAY(words, "%1$s get%2$s their words of 8x8 matrices (%3$u) from the rows just loaded",
               "%1$s%2$s从刚加载的行中得到 8x8 矩阵（%3$u 个）里各自的字", who, end, count);
}

static const char *say_sync(const Words *words)
{
    switch (words->step->instr->op) {
    case OP_BARRIER: return say_barrier(words);
    case OP_WARP_SYNC: return DO(words, "%s synchronise%s within the warp", "%s%s在线程束内同步");
    case OP_FENCE:
        return DO(words,
                  "%s pause%s at a memory fence: what was written before it is seen before what is "
                  "written after it",
                  "%s%s执行内存栅栏：之前的写入先于之后的写入被看到");
    case OP_COPY_COMMIT:
        return DO(words, "%s make%s a group of the copies begun so far",
                  "%s%s把已开始的复制提交为一组");
    case OP_COPY_WAIT:
        return DO(words, "%s wait%s for copies: the groups that this wait is for have landed",
                  "%s%s等待复制：这次等待所针对的各组已到达");
    case OP_MBARRIER: return say_mbarrier(words);
    case OP_CLOCK:
        return DO(words, "%s read%s the clock, which counts steps here",
                  "%s%s读取时钟（这里按步计数）");
    case OP_SHUFFLE:
        return DO(words, "%s exchange%s register values within the warp",
                  "%s%s在线程束内交换寄存器的值");
    case OP_MMA: return say_product(words);
    case OP_MATRIX: return say_rows(words);
    default: return say_vote(words);
    }
}

static const char *say_effect(const Words *words)
{
    switch (words->step->instr->op) {
    case OP_PRINT: return DO(words, "%s print%s", "%s%s执行 printf");
    case OP_ASSERT: return DO(words, "%s check%s an assertion", "%s%s检查断言");
    default:
        return DO(words, "%s come%s to the end of a function without a return",
                  "%s%s到达函数末尾而没有返回值");
    }
}

static const char *say_what(const Words *words)
{
    switch (opcode_info[words->step->instr->op].class) {
    case CLASS_MEMORY: return say_access(words);
    case CLASS_BRANCH: return say_branch(words);
    case CLASS_SYNC: return say_sync(words);
    case CLASS_EFFECT: return say_effect(words);
    default: return say_value(words);
    }
}

/* What went wrong, to be added; "" if nothing. */
static const char *say_fault(const Words *words)
{
    const char *who = threads(words, words->step->fault_lanes);
    switch (words->step->fault) {
    case FAULT_DIVIDE_BY_ZERO: return SAY(words, "; %s divided by zero", "；有 %s除以零", who);
    case FAULT_SCOPE:
        return SAY(words, "; the variable that %s points at is no more",
                   "；有 %s所指的变量已不存在", who);
    case FAULT_LIMIT:
        return SAY(words, "; the index of %s is past the member", "；有 %s的下标超出该成员", who);
    case FAULT_SHIFT:
        return SAY(words, "; the count of %s is out of range", "；有 %s的移位位数超出范围", who);
    case FAULT_CONVERSION:
        return SAY(words, "; the type cannot hold the number of %s", "；有 %s的数超出该类型的范围",
                   who);
    case FAULT_MISALIGNED:
        return SAY(words, "; the address of %s is not aligned", "；有 %s的地址没有对齐", who);
    case FAULT_ASSERT: return SAY(words, "; it fails for %s", "；断言对 %s不成立", who);
    case FAULT_SPACE:
        return SAY(words, "; the pointer of %s leads nowhere", "；有 %s的指针不指向任何内存", who);
    default: return "";
    }
}

const char *sentence_step(Arena *arena, Language language, const Program *program,
                          const Launch *launch, const Step *step)
{
    Words words = {arena, language, program, launch, NULL, step};
    if (step->fault == FAULT_STEP_LIMIT)
        return SAY(&words, "Warp %u: stopped at the step limit, before the end of %s.",
                   "线程束 %u：达到步数上限而停止，此时%s尚未结束。", step->warp,
                   threads(&words, step->live));
    return SAY(&words, "Warp %u: %s%s.", "线程束 %u：%s%s。", step->warp, say_what(&words),
               say_fault(&words));
}
