/** Ends the session. Throws when the server did not confirm it, so that nobody believes to be signed out who is not. */
export async function signOut(): Promise<void> {
  const response = await fetch('/api/auth/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (!response.ok) throw new Error(`Signing out was answered with status ${response.status}, expected 200.`);
}
