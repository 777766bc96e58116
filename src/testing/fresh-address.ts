/** An IP address that no other test uses, so that the attempt limit of one does not meet another. */
export const freshAddress = (): string => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`;
