/** Prints of one request; `fields` has one print per top-level member of the input. */
export type Fingerprint = {
  readonly version: number;
  readonly digest: Uint8Array;
  readonly fields: Readonly<Record<string, string>>;
};

/** The same, as the record keeps it. */
export type StoredFingerprint = Fingerprint;
