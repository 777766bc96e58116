/** A procedure by its path, and the paths that it had before. */
export type NamedProcedure = { readonly procedure: string; readonly formerly?: readonly string[] };

/**
 * The procedures by each path that their records may have, former ones too. Throws where two claim one path: nobody could
 * say whose a record of it is.
 */
export const byEveryPath = <P extends NamedProcedure>(procedures: readonly P[]): ReadonlyMap<string, P> => {
  const found = new Map<string, P>();
  for (const one of procedures) {
    for (const path of [one.procedure, ...(one.formerly ?? [])]) {
      const other = found.get(path);
      if (other !== undefined) throw new Error(claimedTwice(path, one, other));
      found.set(path, one);
    }
  }
  return found;
};

const claimedTwice = (path: string, one: NamedProcedure, other: NamedProcedure): string =>
  one === other || one.procedure === other.procedure
    ? `${one.procedure} names the path ${path} twice: a former path is named once, and is not the present one.`
    : `Both ${other.procedure} and ${one.procedure} claim the path ${path}: records of it can belong to one procedure only.`;
