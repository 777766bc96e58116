/** Works through the items in so many lanes at once, each with a thing of its own; what fails says which item it was. */
export async function inLanes<Lane, Item extends { readonly name: string }>(
  lanes: readonly Lane[],
  items: readonly Item[],
  work: (lane: Lane, item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let item = waiting.shift(); item; item = waiting.shift()) {
        const { name } = item;
        await work(lane, item).catch((cause: unknown) => {
          throw new Error(`At ${name}: ${String(cause)}`, { cause });
        });
      }
    }),
  );
}
