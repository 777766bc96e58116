/** What a request is about, by its kind (`order`) and its id: at most one open run at a time makes calls for it. */
export type Resource = { readonly type: string; readonly id: string };

/** What is known of a resource at the moment before a call is intended for it. */
export type RightFacts = {
  /** An effect for it was found late, and no person has dealt with that yet. */
  readonly hasOpenAlarm: boolean;
  /** A person has kept such an effect as the one that counts. */
  readonly hasKeptEffect: boolean;
  /** Another run that is open has begun a call for it. */
  readonly hasUnsureCall: boolean;
};

/** Why a call may not be made: an alarm is open, a late effect was kept, or another run's call is not at its end. */
export type Withheld = 'alarm' | 'kept' | 'unsure';

/** May a call be made for the resource? Null: yes. An open alarm comes first, because a person may still decide otherwise. */
export function decideRight({ hasOpenAlarm, hasKeptEffect, hasUnsureCall }: RightFacts): Withheld | null {
  if (hasOpenAlarm) return 'alarm';
  if (hasKeptEffect) return 'kept';
  return hasUnsureCall ? 'unsure' : null;
}
