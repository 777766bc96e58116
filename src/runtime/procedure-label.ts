/** `orders.pay`: two or three words of letters. Neither a key of our clients nor an id of an account looks like that. */
const PROCEDURE = /^[a-z][a-zA-Z]{0,30}(?:\.[a-z][a-zA-Z]{0,30}){1,2}$/;

/** A procedure's path as a label of a metric; anything else becomes `other`, so that a mistake cannot make a series of its own. */
export const procedureLabel = (path: string): string => (PROCEDURE.test(path) ? path : 'other');
