/** Panels of a record's page. */
export const RECORD_TABS = ['timeline', 'requests', 'calls', 'answer', 'audit'] as const;

export type RecordTab = (typeof RECORD_TABS)[number];

/** The panel that a URL names; the timeline where it names none. */
export const recordTabOf = (text: string | null): RecordTab => RECORD_TABS.find((tab) => tab === text) ?? 'timeline';
