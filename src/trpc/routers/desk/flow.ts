import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { bigintText } from '../../../desk/bigint-text.ts';
import { dealAlarm, dealAlarmInput } from '../../../desk/deal-alarm.ts';
import { approveDecision, approveInput } from '../../../desk/flow/approve-decision.ts';
import { askApproval, askApprovalInput } from '../../../desk/flow/ask-approval.ts';
import { decide, decideInput } from '../../../desk/flow/decide.ts';
import { fence, fenceInput } from '../../../desk/flow/fence.ts';
import { refuseFlow } from '../../../desk/flow/flow-refusal.ts';
import { type FlowAnswer, getFlow } from '../../../desk/flow/get-flow.ts';
import { checkProviderInput, lookUpInput, mayLookUp, saveEvidence } from '../../../desk/flow/look-up.ts';
import { takeOver, takeOverInput } from '../../../desk/flow/take-over.ts';
import type { Operator } from '../../../desk/operator.ts';
import { drainMsOf } from '../../../engine/phased/operator/drain.ts';
import { expectedOf, lookUpForOperator } from '../../../engine/phased/operator/look-up-for-operator.ts';
import { settleByOperator } from '../../../engine/phased/operator/settle-by-operator.ts';
import type { NewEvidence } from '../../../postgres/statements/evidence.ts';
import { selectAlarms } from '../../../postgres/statements/list-alarms.ts';
import type { Context } from '../../context.ts';
import { t } from '../../init.ts';
import { operatorCommand } from '../../operator-command.ts';
import { definitionsOf, registryOf } from '../../phased-definitions.ts';
import { operatorProcedure } from '../../procedures.ts';
import { readDesk } from '../../read-desk.ts';

const recordTarget = ({ id }: { id: string }) => ({ target: `record:${id}`, recordId: id });

/** The phased procedures of this process, which commands of the desk settle but never call. */
const engineParts = async ({ ctx: { runtime } }: { ctx: Pick<Context, 'runtime'> }) => ({
  engine: runtime.engine,
  registry: registryOf(definitionsOf(runtime)),
});

type LookUpCall = {
  readonly ctx: Context & { operator: Operator };
  readonly input: z.output<typeof lookUpInput>;
};

/** Asks the desk whether, then the provider what; both outside of any transaction that writes. */
const lookUpAs =
  (weight: NewEvidence['weight']) =>
  async ({ ctx, input }: LookUpCall) => {
    const refused = await readDesk(ctx, (snapshot) => mayLookUp(snapshot, ctx.operator, { ...input, weight }));
    if (refused) return refused;
    const { engine, registry } = await engineParts({ ctx });
    const looked = await lookUpForOperator(engine, registry, { recordId: input.id, providerId: input.providerId });
    return typeof looked === 'string' ? refuseFlow(looked, NOTHING_TO_ASK[looked]) : looked;
  };

const NOTHING_TO_ASK = {
  no_open_call: 'No call of this record is open: there is nothing to look up.',
  code_gone: 'This build has no code that could look this call up.',
} as const;

const withoutName = <Input extends object>(input: Input) => ({ ...input, providerId: null });

/** The flows of a record: release of one whose owner went silent, resolution of an unknown outcome. */
export const flowRouter = t.router({
  get: operatorProcedure('records:read')
    .input(z.object({ id: bigintText }))
    .query(async ({ ctx, input: { id } }): Promise<FlowAnswer> => {
      const { registry } = await engineParts({ ctx });
      const of = { id, secret: ctx.runtime.secret };
      const flow = await readDesk(ctx, (snapshot) => getFlow(snapshot, ctx.operator, of));
      if (!flow) throw new TRPCError({ code: 'NOT_FOUND', message: `There is no record ${id}.` });
      const { request, ...rest } = flow;
      const { record, openCall } = rest;
      const expected = openCall && request !== null ? expectedOf(registry, record, { ...openCall, request }) : null;
      const operations = registry.get(record.procedure)?.operations ?? [];
      // The same for everybody: what may have been sent is the code's to say, and not the record's alone.
      const possibleEffects = operations.map(({ provider, operation }) => `${provider} ${operation}`);
      return { ...rest, expected, possibleEffects, drainMs: drainMsOf(registry.get(record.procedure)) };
    }),

  fence: operatorCommand({ permission: 'records:fence', action: 'record.fence', severe: true, target: recordTarget })
    .input(fenceInput, { prepare: engineParts })
    .mutation(({ ctx: { tx, operator, prepared }, input }) =>
      fence(tx, operator, input, (procedure) => drainMsOf(prepared.registry.get(procedure))),
    ),

  takeOver: operatorCommand({
    permission: 'records:fence',
    action: 'record.take_over',
    severe: true,
    target: recordTarget,
  })
    .input(takeOverInput)
    .mutation(({ ctx: { tx, operator }, input }) => takeOver(tx, operator, input)),

  checkProvider: operatorCommand({
    permission: 'provider:check',
    action: 'record.check_provider',
    target: recordTarget,
  })
    .input(checkProviderInput, {
      prepare: ({ ctx, input }) => lookUpAs('advisory')({ ctx, input: withoutName(input) }),
    })
    .mutation(({ ctx: { tx, operator, prepared }, input }) =>
      saveEvidence(tx, operator, { ...input, weight: 'advisory' }, prepared),
    ),

  lookUp: operatorCommand({ permission: 'records:decide', action: 'record.look_up', target: recordTarget })
    .input(lookUpInput, { prepare: lookUpAs('authoritative') })
    .mutation(({ ctx: { tx, operator, prepared }, input }) =>
      saveEvidence(tx, operator, { ...input, weight: 'authoritative' }, prepared),
    ),

  ask: operatorCommand({ permission: 'records:decide', action: 'record.ask_second_person', target: recordTarget })
    .input(askApprovalInput)
    .mutation(({ ctx: { tx, operator }, input }) => askApproval(tx, operator, input)),

  approve: operatorCommand({
    permission: 'decisions:approve',
    action: 'record.approve',
    severe: true,
    target: recordTarget,
  })
    .input(approveInput)
    .mutation(({ ctx: { tx, operator }, input }) => approveDecision(tx, operator, input)),

  decide: operatorCommand({ permission: 'records:decide', action: 'record.decide', severe: true, target: recordTarget })
    .input(decideInput, { prepare: engineParts })
    .mutation(({ ctx: { tx, operator, prepared }, input }) => {
      const { engine, registry } = prepared;
      return decide(tx, operator, input, {
        secret: engine.secret,
        settle: (on, asked) => settleByOperator(engine, registry, on, asked),
      });
    }),
});

/** Effects that were found after their call had been settled without one, and that nobody has dealt with. */
export const alarmsRouter = t.router({
  deal: operatorCommand({
    permission: 'records:decide',
    action: 'alarm.deal',
    severe: true,
    target: ({ id, recordId }: { id: string; recordId: string }) => ({ target: `alarm:${id}`, recordId }),
  })
    .input(dealAlarmInput)
    .mutation(({ ctx: { tx, operator }, input }) => dealAlarm(tx, operator, input)),
  list: operatorProcedure('records:read').query(({ ctx }) =>
    readDesk(ctx, async ({ client, asOf }) => ({ alarms: await selectAlarms(client), asOf })),
  ),
});
