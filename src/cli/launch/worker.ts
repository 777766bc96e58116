import { SupervisedProcess } from './supervised-process.ts';

/** The worker as a supervised process; `variables` are those of the web process. */
export const planWorker = (
  { root, variables }: { readonly root: string; readonly variables: Readonly<Record<string, string>> },
  onSpawn: (pid: number | null) => void,
): SupervisedProcess =>
  new SupervisedProcess({ name: 'The worker', root, file: 'src/cli/worker.ts', variables }, onSpawn);
