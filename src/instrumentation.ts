/** Next calls this once when the server starts: a setting that is missing is said then, and not at the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { runtime } = await import('./runtime/instance.ts');
  runtime();
}
