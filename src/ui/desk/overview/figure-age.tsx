import { Time } from '../../time.tsx';

export type FigureAgeProps = { readonly computedAt: Date | null; readonly asOf: Date };

/** The worker computes every quarter of a minute; three rounds missed is a worker that is not there. */
const STALE_MS = 60_000;

/** When a figure was computed, and a word of warning when that was too long ago. */
export function FigureAge({ computedAt, asOf }: FigureAgeProps) {
  if (!computedAt) return <span className="text-xs text-muted">not computed yet: is a worker running?</span>;
  const isStale = asOf.getTime() - computedAt.getTime() > STALE_MS;
  return (
    <span className={isStale ? 'text-xs font-medium text-warning-text' : 'text-xs text-muted'}>
      {isStale ? 'Stale, as of ' : 'As of '}
      <Time at={computedAt} asOf={asOf} />
    </span>
  );
}
