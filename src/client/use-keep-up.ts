import { useEffect, useRef } from 'react';

/** What is needed of a query to ask it again. */
type Follower = { readonly isFetching: boolean; refetch(): unknown };

/**
 * Keeps a question from staying older than what another one has said: whenever `state`, which that other one gives, has
 * changed, the follower is asked once more. Questions of one page are answered by snapshots of their own, in any order;
 * without this the one that ends the page's polling may leave the others as they were a moment before.
 */
export function useKeepUp(state: string | undefined, { isFetching, refetch }: Follower): void {
  const askedIn = useRef(state);
  useEffect(() => {
    // What is on its way may have been read before the change: it is waited for, not joined.
    if (askedIn.current === state || isFetching) return;
    askedIn.current = state;
    void refetch();
  }, [state, isFetching, refetch]);
}
