import { DEFAULT_LIMITS, type Limits } from '../engine/engine.ts';
import type { PoolOptions } from '../postgres/pool.ts';

const server = { lockTimeoutMs: 300, statementTimeoutMs: 700, idleTimeoutMs: 900 };

/** Bounds of the same order as a process's, each a small part of it, for tests that wait for them. */
export const SMALL_POOL = {
  size: 3,
  acquireTimeoutMs: 1_500,
  server,
  silenceMs: 1_000,
  readMs: 700,
} satisfies PoolOptions;

/** The same of runs. */
export const SMALL_LIMITS: Limits = { ...DEFAULT_LIMITS, ...server, runMs: 1_500, answerMs: 6_000 };
