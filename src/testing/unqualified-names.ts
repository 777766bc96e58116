import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';

/** What a session's search_path decides in a statement: names of anything, or names and the operators between them. */
export type Kept = 'names' | 'names and operators';

type Node = Readonly<Record<string, unknown>>;

await loadModule();

/**
 * What of a statement means something else under another search_path, each in a few words; nothing when it is safe. Parsed
 * by PostgreSQL's own grammar, which puts pg_catalog in front of what is a keyword (`int`, `interval`, EXTRACT) by itself.
 * @throws SyntaxError's kind for what is no statement.
 */
export function unqualifiedNames(sql: string, kept: Kept): string[] {
  const tree: unknown = parseSync(sql);
  const common = new Set<string>();
  walk(tree, (kind, node) => {
    if (kind === 'CommonTableExpr') common.add(String(node.ctename));
  });
  const found: string[] = [];
  walk(tree, (kind, node) => {
    found.push(...namesOf(kind, node, common), ...(kept === 'names' ? [] : operatorsOf(kind, node)));
  });
  return found;
}

/** The same of a function's definition, as pg_get_functiondef gives it, in plpgsql or in SQL between quotes. */
export function unqualifiedInFunction(definition: string, language: string, body: string): string[] {
  if (language === 'sql') return unqualifiedNames(body, 'names and operators');
  const found: string[] = [];
  walk(parsePlPgSQLSync(definition), (kind, node) => {
    if (kind === 'PLpgSQL_expr')
      found.push(...unqualifiedNames(asStatement(String(node.query)), 'names and operators'));
    // 0 is where a variable was not declared but comes by itself.
    if (kind === 'PLpgSQL_var' && node.lineno !== undefined) {
      const { typname } = ((node.datatype as Node).PLpgSQL_type ?? {}) as Node;
      found.push(...unqualifiedNames(`SELECT NULL::${typname}`, 'names'));
    }
  });
  return found;
}

/** plpgsql keeps expressions without SELECT, and statements as they are. */
const asStatement = (query: string): string =>
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|PERFORM)\b/i.test(query) ? query : `SELECT ${query}`;

function namesOf(kind: string, node: Node, common: ReadonlySet<string>): string[] {
  switch (kind) {
    case 'RangeVar':
      return node.schemaname === undefined && !common.has(String(node.relname)) ? [`relation ${node.relname}`] : [];
    // What is written to is never a common table expression, whatever it is called.
    case 'InsertStmt':
    case 'UpdateStmt':
    case 'DeleteStmt': {
      const { relname, schemaname } = node.relation as Node;
      return schemaname === undefined && common.has(String(relname)) ? [`relation ${relname}`] : [];
    }
    case 'FuncCall':
      return lacking(node.funcname, 'function');
    case 'typeName':
      return lacking(node.names, 'type');
    case 'TypeCast':
      return relationInText(node);
    case 'CollateClause':
      return lacking(node.collname, 'collation');
    case 'IndexElem':
      return [...lacking(node.opclass, 'operator class'), ...lacking(node.collation, 'collation')];
    default:
      return [];
  }
}

/** `'name'::regclass` finds the relation by the path. */
function relationInText({ arg, typeName }: Node): string[] {
  if (words((typeName as Node).names).at(-1) !== 'regclass') return [];
  const text = ((arg as Node).A_Const as Node | undefined)?.sval as Node | undefined;
  return String(text?.sval ?? '').includes('.') ? [] : [`relation in a text: ${text?.sval ?? 'unknown'}`];
}

/** What looks an operator up by its bare name, and has no way of saying whose it is, counts too. */
function operatorsOf(kind: string, node: Node): string[] {
  switch (kind) {
    case 'A_Expr':
      return words(node.name).length > 1 ? [] : [`operator ${words(node.name)[0]} (${node.kind})`];
    case 'CaseExpr':
      return node.arg === undefined ? [] : ['operator = of CASE x WHEN'];
    case 'SubLink':
      return node.testexpr !== undefined && words(node.operName).length < 2 ? ['operator of IN (SELECT)'] : [];
    case 'JoinExpr':
      return node.usingClause !== undefined || node.isNatural === true ? ['operator = of JOIN USING'] : [];
    case 'SortBy':
      return words(node.useOp).length === 1 ? ['operator of ORDER BY USING'] : [];
    default:
      return [];
  }
}

const words = (names: unknown): string[] =>
  Array.isArray(names) ? names.map((name: Node) => String((name.String as Node | undefined)?.sval)) : [];

const lacking = (names: unknown, what: string): string[] =>
  words(names).length === 1 ? [`${what} ${words(names)[0]}`] : [];

/** Calls `visit` for each node, by the kind that its parent calls it: a tagged member, or one that has its type only. */
function walk(value: unknown, visit: (kind: string, node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [name, member] of Object.entries(value)) {
    // FOR UPDATE OF names what FROM named.
    if (name === 'lockedRels') continue;
    const kind = name === 'relation' ? 'RangeVar' : name;
    if (typeof member === 'object' && member !== null && !Array.isArray(member)) visit(kind, member as Node);
    walk(member, visit);
  }
}
