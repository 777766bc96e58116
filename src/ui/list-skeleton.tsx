import { Skeleton } from './skeleton.tsx';

const ROWS = ['one', 'two', 'three', 'four', 'five', 'six'];

/** A list that is still loading. */
export const ListSkeleton = () => (
  <div role="status" className="divide-y divide-line">
    <span className="sr-only">Loading</span>
    {ROWS.map((row) => (
      <div key={row} className="flex items-center justify-between px-4 py-5 sm:px-6">
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="h-5 w-20" />
      </div>
    ))}
  </div>
);
