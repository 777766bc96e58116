/** The error that the work ends with; throws when it does not fail. */
export const failureOf = async (work: () => PromiseLike<unknown>): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
};
