/** One error of several that wrap each other, by its members. */
export type Layer = Readonly<Record<string, unknown>>;

/** No driver nests deeper, and what is nested deeper still is nothing that a decision rests on. */
const MOST_LAYERS = 16;

/**
 * An error with everything inside of it (`cause`, Prisma's `meta.driverAdapterError`, the parts of an AggregateError), the
 * innermost first: outer ones only repeat it in their own words. Total: cycles end, and what cannot be read is left out.
 */
export function layersOf(error: unknown): readonly Layer[] {
  const layers: Layer[] = [];
  const seen = new Set<unknown>();
  const waiting: unknown[] = [error];
  for (let next = waiting.shift(); seen.size < MOST_LAYERS; next = waiting.shift()) {
    if (isObject(next) && !seen.has(next)) {
      seen.add(next);
      const { layer, inside } = read(next);
      layers.unshift(layer);
      waiting.push(...inside);
    }
    if (waiting.length === 0) break;
  }
  return layers;
}

function read(error: object): { readonly layer: Layer; readonly inside: readonly unknown[] } {
  const layer = error as Layer;
  try {
    const { meta, cause, errors } = layer;
    const adapters = isObject(meta) ? (meta as Layer).driverAdapterError : undefined;
    // Asked for now: a member that throws when it is read must throw here.
    void [layer.code, layer.originalCode, layer.kind, layer.message, layer.severity, layer.syscall];
    return { layer, inside: [adapters ?? cause, ...(Array.isArray(errors) ? errors : [])] };
  } catch {
    return { layer: {}, inside: [] };
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
