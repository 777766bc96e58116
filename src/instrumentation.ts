/**
 * Next calls this once when the server starts: a setting that is missing, and a procedure whose records could not be kept by
 * the settings, are said then, and not at the first request.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { runtime } = await import('./runtime/instance.ts');
  const { assertProcedures } = await import('./trpc/assert-procedures.ts');
  const { appRouter } = await import('./trpc/app-router.ts');
  assertProcedures(runtime(), appRouter);
}
