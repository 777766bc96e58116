/** Why a list is not read again by itself. */
export type PauseReason = 'hidden' | 'dialog' | 'selected' | 'off' | 'offline';

export type PauseFacts = {
  readonly isHidden: boolean;
  readonly hasDialog: boolean;
  readonly selectedCount: number;
  readonly refreshSeconds: number;
  readonly isOnline: boolean;
};

/** The strongest reason to rest, or null. What an operator is in the middle of comes before what they once chose. */
export function pauseReason(facts: PauseFacts): PauseReason | null {
  if (facts.isHidden) return 'hidden';
  if (facts.hasDialog) return 'dialog';
  if (facts.selectedCount > 0) return 'selected';
  if (facts.refreshSeconds === 0) return 'off';
  return facts.isOnline ? null : 'offline';
}
