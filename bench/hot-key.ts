import type { Key } from '../src/idempotency/key.ts';
import type { Runtime } from '../src/runtime/runtime.ts';
import { load } from './load.ts';
import { mustAnswer, protectedCall } from './protected.ts';
import { completedKeys } from './replay.ts';
import { median, quantile } from './stats.ts';
import { oneInsert } from './work.ts';

export type HotKey = {
  /** Unrelated placements a second beside 64 callers on 64 completed keys, and beside 64 callers on one. */
  readonly besideManyPerSecond: number;
  readonly besideOnePerSecond: number;
  readonly ratio: number;
  readonly ratioSpread: readonly [q1: number, q3: number];
};

const HAMMERS = 64;

/** Does one hammered key slow unrelated traffic more than as much traffic over many keys does? */
export async function measureHotKey(runtime: Runtime, calls: number): Promise<HotKey> {
  const many = await completedKeys(runtime, HAMMERS);
  const [one] = await completedKeys(runtime, 1);
  const speeds: { many: number; one: number }[] = [];
  for (let round = 0; round <= 11; round++) {
    const measure = {
      many: () => beside(runtime, (hammer) => many[hammer] as Key, calls),
      one: () => beside(runtime, () => one as Key, calls),
    };
    const first = round % 2 === 0 ? ('many' as const) : ('one' as const);
    const second = first === 'many' ? ('one' as const) : ('many' as const);
    const speed = { many: 0, one: 0 };
    speed[first] = await measure[first]();
    speed[second] = await measure[second]();
    if (round > 0) speeds.push(speed);
  }
  const ratios = speeds.map((speed) => speed.one / speed.many);
  return {
    besideManyPerSecond: median(speeds.map((speed) => speed.many)),
    besideOnePerSecond: median(speeds.map((speed) => speed.one)),
    ratio: median(ratios),
    ratioSpread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
  };
}

/** Unrelated placements a second by 8 callers, while 64 callers replay without pause. */
async function beside(runtime: Runtime, keyOf: (hammer: number) => Key, calls: number): Promise<number> {
  let isOver = false;
  const hammers = Array.from({ length: HAMMERS }, async (_, hammer) => {
    while (!isOver) await mustAnswer(protectedCall(runtime, oneInsert, keyOf(hammer), true));
  });
  const { perSecond } = await load(calls, 8, () => mustAnswer(protectedCall(runtime, oneInsert)));
  isOver = true;
  await Promise.all(hammers);
  return perSecond;
}
