/** The text if it has at most `length` characters, else its beginning and its end, which tell ids apart best. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = Math.floor((length - 1) / 3);
  return `${text.slice(0, length - 1 - end)}…${text.slice(-end)}`;
}
