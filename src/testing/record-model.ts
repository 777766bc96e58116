/** What the database must know of one key, in the fewest words. */
export type Model = {
  /** The committed record. */
  record: null | { outcome: 'success' | 'refusal'; text: string; window: 'answer' | 'purged' | 'memory' };
  /** The session whose transaction holds the claim, and whether it has completed. */
  owner: null | { session: number; text: string | null };
};

/** One thing that somebody does to the key, on one of two sessions. */
export type Step = {
  session: number;
  do: 'claim' | 'complete' | 'commit' | 'rollback' | 'refuse' | 'expireAnswer' | 'expireKey' | 'purge' | 'forget';
};

/** One key in the database and in the model. */
export type World = {
  readonly model: Model;
  readonly key: string;
  readonly recordIds: (string | null)[];
  readonly open: boolean[];
  count: number;
};

/** What the claim of this session must say. */
export const expectedClaim = ({ model }: World, session: number): 'claimed' | 'exists' | 'busy' =>
  model.owner && model.owner.session !== session ? 'busy' : model.record ? 'exists' : 'claimed';
