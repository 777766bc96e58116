import { StartError } from '../start-error.ts';
import type { GuardianReport } from './start-postgres.ts';

/** Turns the guardian's reports into log lines, the server's current process, and a promise that rejects when it is lost. */
export function watchPostgres(onPid: (pid: number) => void): {
  report: (report: GuardianReport) => void;
  lost: Promise<never>;
} {
  let lose: (error: StartError) => void = () => {};
  const lost = new Promise<never>((_, reject) => {
    lose = reject;
  });
  // It may be lost before anybody waits for this; whoever does still gets the error.
  lost.catch(() => {});
  const report = (news: GuardianReport): void => {
    switch (news.type) {
      case 'started':
        onPid(news.pid);
        break;
      case 'restarting':
        console.error(`PostgreSQL ended (${news.reason}); starting it again.`);
        break;
      case 'gave-up':
        lose(new StartError(`The embedded PostgreSQL does not stay up: ${news.reason}`));
        break;
    }
  };
  return { report, lost };
}
