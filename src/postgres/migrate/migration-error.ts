/** A migration did not go through; the message is a sentence for the person who started it. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Turns what the schema engine threw into a sentence: which migration, and PostgreSQL's own reason. */
export function asMigrationError(error: unknown): MigrationError {
  const text = error instanceof Error ? error.message : String(error);
  const migration = /migration_name="([^"]+)"/.exec(text)?.[1];
  const subject = migration ? `Migration ${migration} failed` : 'The database could not be migrated';
  return new MigrationError(
    `${subject}, and nothing of it was kept. PostgreSQL or Prisma said: ${reason(text)}. ` +
      'Repair that and start again; migrations that went through before it stay.',
    { cause: error },
  );
}

/** The engine appends its own call trace ("   0: …"), which tells an operator nothing. */
function reason(text: string): string {
  const lines = text.split(/\n\s+0: /)[0]?.split('\n') ?? [];
  return lines
    .map((line) => line.replace(/^(Error querying the database: )?ERROR: /, '').trim())
    .filter((line) => line !== '' && line !== 'external connector error')
    .join(' ')
    .replace(/\.$/, '');
}
