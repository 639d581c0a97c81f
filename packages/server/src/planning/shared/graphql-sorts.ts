/** The values of a `sort` argument: each order, up and down, and what it is in a list. */
export function sortsOf<Order extends string, Word extends string>(orderedBy: Record<Word, Order>) {
  type Sort = `${Word}_${'ASC' | 'DESC'}`;
  const words = Object.keys(orderedBy) as Word[];
  return {
    values: words.flatMap((word): Sort[] => [`${word}_ASC`, `${word}_DESC`]),
    orderOf: (sort: Sort): { by: Order; direction: 'asc' | 'desc' } => {
      const isUp = sort.endsWith('_ASC');
      const word = sort.slice(0, sort.length - (isUp ? '_ASC' : '_DESC').length) as Word;
      return { by: orderedBy[word], direction: isUp ? 'asc' : 'desc' };
    },
  };
}
