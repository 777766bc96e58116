import { StartError } from '../start-error.ts';
import type { GuardianReport } from './start-postgres.ts';

/** Turns the guardian's reports into log lines, the server's current process, and a promise that rejects when it is lost. */
export function watchPostgres(onPid: (pid: number) => void): { report: (report: GuardianReport) => void; lost: Promise<never> } {
  let lose: (error: StartError) => void = () => {};
  const lost = new Promise<never>((_, reject) => {
    lose = reject;
  });
  // It may be lost before anybody waits for this; whoever does still gets the error.
  lost.catch(() => {});
  const report = (news: GuardianReport): void => {
    switch (news.type) {
      case 'started':
        return onPid(news.pid);
      case 'restarting':
        return console.error(`PostgreSQL ended (${news.reason}); starting it again.`);
      case 'gave-up':
        return lose(new StartError(`The embedded PostgreSQL does not stay up: ${news.reason}`));
    }
  };
  return { report, lost };
}
