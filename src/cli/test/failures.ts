import { z } from 'zod';

/** A test that failed, and the first line of why. */
export type Failure = { readonly test: string; readonly why: string };

const VitestFailures = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

/** What failed in Vitest's JSON report; a file that could not be loaded is named itself. */
export const vitestFailures = (report: unknown): Failure[] => {
  const files = VitestFailures.safeParse(report).data?.testResults ?? [];
  return files.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ test: fileOf(name), why: firstLine(message) }];
    return failed.map(({ fullName, failureMessages }) => ({
      test: `${fileOf(name)} › ${fullName}`,
      why: firstLine(failureMessages?.[0]),
    }));
  });
};

type Suite = {
  readonly file: string;
  readonly suites?: readonly Suite[] | undefined;
  readonly specs: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly results: readonly { readonly error?: { readonly message?: string | undefined } | undefined }[];
    }[];
  }[];
};

const PlaywrightSuite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    file: z.string(),
    suites: z.array(PlaywrightSuite).optional(),
    specs: z.array(
      z.object({
        title: z.string(),
        ok: z.boolean(),
        tests: z.array(
          z.object({
            results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
          }),
        ),
      }),
    ),
  }),
);

const PlaywrightFailures = z.object({ suites: z.array(PlaywrightSuite) });

/** What failed in Playwright's JSON report; flaky and interrupted specs are not "ok" there either. */
export const playwrightFailures = (report: unknown): Failure[] =>
  (PlaywrightFailures.safeParse(report).data?.suites ?? []).flatMap(failuresOf);

const failuresOf = ({ file, specs, suites = [] }: Suite): Failure[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => ({
      test: `e2e/${file} › ${title}`,
      why: firstLine(tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message),
    })),
  ...suites.flatMap(failuresOf),
];

/** The failures again, all in one place: a log's end is what people read, and often all that they are shown. */
export const failureLines = (failures: readonly Failure[]): string =>
  failures.map(({ test, why }) => `FAILED ${test}\n       ${why}`).join('\n');

const fileOf = (path: string): string => path.slice(Math.max(0, path.lastIndexOf('/src/') + 1));

// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence starts with one.
const COLOURS = /\u001b\[[0-9;]*m/g;

const firstLine = (message = 'It gave no reason.'): string => message.replace(COLOURS, '').trim().split('\n')[0] ?? '';
