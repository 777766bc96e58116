import type { IntentStorage } from './keep.ts';

/** A storage that ends with the page: for browsers that forbid the real one, where a reload then forgets the intent. */
export function memoryStorage(): IntentStorage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
}

/** The tab's storage, or one in memory where the browser forbids it (private modes, blocked site data). */
export function tabStorage(): IntentStorage {
  try {
    const { sessionStorage } = window;
    sessionStorage.getItem('latchkey');
    return sessionStorage;
  } catch {
    return memoryStorage();
  }
}
