import { z } from 'zod';

/** A test that was skipped, and why. */
export type Skip = { readonly test: string; readonly why: string };

type Suite = {
  readonly file: string;
  readonly suites?: readonly Suite[] | undefined;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly annotations: readonly { readonly type: string; readonly description?: string | undefined }[];
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
        tests: z.array(
          z.object({
            status: z.string(),
            annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
          }),
        ),
      }),
    ),
  }),
);

const PlaywrightReport = z.object({ suites: z.array(PlaywrightSuite) });

/** What was skipped in Playwright's JSON report, with the sentence that it was skipped with. */
export const playwrightSkips = (report: unknown): Skip[] =>
  (PlaywrightReport.safeParse(report).data?.suites ?? []).flatMap(skipsOf);

const skipsOf = ({ file, specs, suites = [] }: Suite): Skip[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => ({
        test: `e2e/${file} › ${title}`,
        why: annotations.find(({ type }) => type === 'skip')?.description ?? 'It gave no reason.',
      })),
  ),
  ...suites.flatMap(skipsOf),
];

/** The skipped tests in one place, above the closing line: what was not proved must not look as if it had been. */
export const skipLines = (skips: readonly Skip[]): string =>
  skips.map(({ test, why }) => `SKIPPED ${test}\n        ${why}`).join('\n');
