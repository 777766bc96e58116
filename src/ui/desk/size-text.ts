/** A size for reading at a glance: "812 bytes", "3.4 KiB", "1.2 MiB". */
export function sizeText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const kib = bytes / 1_024;
  const [value, unit] = kib < 1_024 ? [kib, 'KiB'] : [kib / 1_024, 'MiB'];
  return `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
}
