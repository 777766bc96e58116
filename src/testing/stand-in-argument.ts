/**
 * Stands for any argument: whatever is read of it, or called on it, is one of its kind again; as text and number it is 1. A
 * statement that is sent on it, however that is spelled, is told to `sent`.
 */
export function standInArgument(sent: (text: string) => void): unknown {
  const get = (_target: object, name: string | symbol): unknown => {
    if (name === 'then') return undefined;
    if (name === Symbol.toPrimitive) return (hint: string) => (hint === 'number' ? 1 : '1');
    if (name === Symbol.iterator) return () => [self][Symbol.iterator]();
    return SENDS.has(String(name)) ? sender : self;
  };
  const self: unknown = new Proxy(() => {}, { get, apply: () => self, has: () => true });
  // Of one kind with the rest: `rows` is what a reader is asked by, and what a result has.
  const sender = new Proxy(() => {}, {
    get,
    apply: (_target, _this, args: readonly unknown[]) => {
      sent(textOf(args[0]));
      return self;
    },
  });
  return self;
}

const SENDS = new Set(['query', 'rows', '$queryRaw', '$queryRawUnsafe', '$executeRaw', '$executeRawUnsafe']);

/** Of a text, of what `pg` calls a query config, or of a tagged template, whose values are parameters. */
const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query;
  if (Array.isArray(query)) return query.reduce((text: string, part: string, index) => `${text}$${index}${part}`);
  return String((query as { readonly text?: unknown }).text);
};
