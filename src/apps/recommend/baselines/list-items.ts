/** Lists items for a customer, by number. */
export type ListItems = (customer: number, limit: number) => Uint32Array
