// Results of pure functions, kept for as long as what they were computed from: the search asks the same of the same digits
// thousands of times.

/** The function, which computes once for each object that it is given. */
export function remembered<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const memory = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const known = memory.get(key);
    if (known !== undefined) return known.value;
    const value = compute(key);
    memory.set(key, { value });
    return value;
  };
}

/** The same for functions of an object and of a number or a second object. */
export function rememberedOfTwo<K extends object, L, V>(compute: (key: K, second: L) => V): (key: K, second: L) => V {
  const memories = remembered((_: K) => new Map<L, { readonly value: V }>());
  return (key, second) => {
    const memory = memories(key);
    const known = memory.get(second);
    if (known !== undefined) return known.value;
    const value = compute(key, second);
    memory.set(second, { value });
    return value;
  };
}

/** The value, which is computed when it is first wanted. */
export function onceWanted<V>(compute: () => V): () => V {
  let known: { readonly value: V } | undefined;
  return () => (known ??= { value: compute() }).value;
}

/** The function, which computes once for each number or word, and is itself as long-lived as what it found. */
export function rememberedByValue<K extends string | number, V>(compute: (key: K) => V): (key: K) => V {
  const memory = new Map<K, { readonly value: V }>();
  return (key) => {
    const known = memory.get(key);
    if (known !== undefined) return known.value;
    const value = compute(key);
    memory.set(key, { value });
    return value;
  };
}
