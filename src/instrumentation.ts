/** Next calls this once when the server starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { runtime } = await import('./runtime/instance.ts');
  const { assertUtc } = await import('./postgres/database.ts');
  const { database, engine } = runtime();
  // A database that is down now may be back for the first request; a wrong time zone is wrong for all of them.
  await assertUtc(database).catch((error: unknown) =>
    engine.report('The time zone of the database is not confirmed.', error),
  );
}
