const OLDEST_SERVER = 150_000;

/** A sentence for a server that is too old (`server_version_num`, e.g. 140009); undefined for one that will do. */
export function explainServerVersion(versionNumber: number): string | undefined {
  if (versionNumber >= OLDEST_SERVER) return undefined;
  const major = Math.floor(versionNumber / 10_000);
  return `DATABASE_URL names a PostgreSQL ${major}, and Latchkey needs 15 or later. Use a newer server, or unset DATABASE_URL to use the embedded one.`;
}

/** True for a server that says "not yet": starting up, recovering or shutting down (SQLSTATE 57P03). */
export function isStartingUp(code: string): boolean {
  return code === '57P03';
}

/** Says why the database cannot be reached and what to do, from the error's code (SQLSTATE or Node's) and a masked URL. */
export function explainConnectionFailure(error: { code: string; message: string }, maskedUrl: string): string {
  const where = `DATABASE_URL (${maskedUrl})`;
  switch (error.code) {
    case 'ECONNREFUSED':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${where}: nothing answers there (${error.code}). Start that PostgreSQL, or correct host and port.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${where}: its host name is not known. Correct it, or check the network.`;
    case 'ETIMEDOUT':
    case '':
      return `${where}: no usable answer (${error.message}). Check host, port, encryption and firewall.`;
    case '08001':
      return `${where}: ${error.message} Then start again.`;
    case '28P01':
    case '28000':
      return `${where}: the server refuses this user or password. Correct them in DATABASE_URL.`;
    case '3D000':
      return `${where}: that database does not exist. Create it (createdb, or CREATE DATABASE), then start again.`;
    case '42501':
      return `${where}: this user lacks a right there (${error.message}). Let it connect to the database and create tables in schema public.`;
    case '53300':
      return `${where}: the server has no connection left. Raise max_connections or end other clients, then start again.`;
    case '57P03':
      return `${where}: the server has been starting up for a minute. Wait until it takes connections, then start again.`;
    default:
      return `${where}: ${error.message} (${error.code}). Repair that, then start again.`;
  }
}
