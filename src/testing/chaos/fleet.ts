import { type AppProcessOptions, startAppProcess } from '../app-process.ts';
import { freePort } from '../free-port.ts';

/** Two web processes and two workers, each of which may be killed at any time and comes back on its port. */
export type Fleet = {
  /** Base URLs of the web processes; they stay the same. */
  readonly urls: readonly string[];
  readonly kills: { web: number; worker: number };
  /** SIGKILL to one of those that live; a new one takes its place as soon as it has started. */
  killOne(): Promise<void>;
  /** Resolves when all four live again. */
  calm(): Promise<void>;
  /** Ends all of them. */
  dispose(): Promise<void>;
};

/** Starts the four. */
export const startFleet = async (common: Omit<AppProcessOptions, 'role' | 'port'>): Promise<Fleet> => {
  const roles = ['web', 'web', 'worker', 'worker'] as const;
  const members = await Promise.all(
    roles.map(async (role) => startAppProcess({ ...common, role, port: await freePort() })),
  );
  const alive = new Set(members.keys());
  const kills = { web: 0, worker: 0 };
  const starting = new Set<Promise<void>>();
  const startAgain = async (index: number, options: AppProcessOptions): Promise<void> => {
    members[index] = await startAppProcess(options);
    alive.add(index);
  };
  return {
    urls: members.slice(0, 2).map(({ url }) => url),
    kills,
    killOne: async () => {
      const index = [...alive][Math.floor(Math.random() * alive.size)] ?? -1;
      const [member, role] = [members[index], roles[index]];
      if (!member || !role) return;
      alive.delete(index);
      await member.kill();
      kills[role] += 1;
      // Not waited for: a start takes seconds, in which the others are to die, too.
      const started = startAgain(index, { ...common, role, port: member.port }).finally(() => starting.delete(started));
      starting.add(started);
    },
    calm: async () => {
      await Promise.all(starting);
    },
    dispose: async () => {
      await Promise.allSettled(starting);
      await Promise.all(members.map((member) => member.kill()));
    },
  };
};
