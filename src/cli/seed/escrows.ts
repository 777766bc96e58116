/** What each demo account holds for its suppliers until the goods are there. */
export const escrows = [
  { beneficiary: 'Uji Tea Cooperative', amountCents: 184_000 },
  { beneficiary: 'Finca La Esperanza', amountCents: 96_500 },
  { beneficiary: 'Kiln & Clay Pottery', amountCents: 42_000 },
  { beneficiary: 'Northern Steelworks', amountCents: 127_350 },
] as const;
