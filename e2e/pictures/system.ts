import { readFileSync } from 'node:fs';

/**
 * The system whose pictures can be compared: its release and its browser's major version, such as "debian-12-chromium-146".
 * Both decide how a letter is drawn; on any other system pictures would differ in every line.
 */
export function systemOf(browserVersion: string): string {
  const major = browserVersion.split('.')[0];
  return `${release()}-chromium-${major}`;
}

function release(): string {
  try {
    const text = readFileSync('/etc/os-release', 'utf8');
    const value = (name: string) => new RegExp(`^${name}="?([^"\\n]*)`, 'm').exec(text)?.[1] ?? 'unknown';
    return `${value('ID')}-${value('VERSION_ID')}`;
  } catch {
    return process.platform;
  }
}
