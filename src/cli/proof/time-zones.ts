import { writeFile } from 'node:fs/promises';
import { type Counts, closingLine, sum } from '../test/counts.ts';
import { runVitest } from '../test/run-vitest.ts';

/** UTC; half an hour; an hour that is skipped in spring; half an hour that is skipped in spring. */
const ZONES = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe'];

/** Where time matters: what is decided about leases and windows, and what is written of them. */
const FOLDERS = ['src/engine/', 'src/postgres/', 'src/idempotency/'];

/** Runs the tests of the engine on databases of each time zone and writes docs/time-zones.md. */
export const proveInTimeZones = async (): Promise<Counts> => {
  const rows: { readonly zone: string; readonly counts: Counts }[] = [];
  for (const zone of ZONES) {
    console.log(`\nDatabases in ${zone}`);
    rows.push({ zone, counts: await runVitest(['--project', 'fast', ...FOLDERS], { TEST_TIME_ZONE: zone }) });
  }
  await writeFile('docs/time-zones.md', page(rows));
  return sum(rows.map(({ counts }) => counts));
};

const page = (rows: readonly { readonly zone: string; readonly counts: Counts }[]): string => `# Time zones

Written by \`npm run proof\`; do not edit. The tests of ${FOLDERS.map((folder) => `\`${folder}\``).join(', ')} ran on databases whose
time zone was set with \`ALTER DATABASE … SET timezone\`. Sessions of the app pin UTC, and every time is read and written on
the database's clock, so the zone must change nothing.

| time zone of the database | tests |
|---|---|
${rows.map(({ zone, counts }) => `| ${zone} | ${closingLine(counts)} |`).join('\n')}
`;
