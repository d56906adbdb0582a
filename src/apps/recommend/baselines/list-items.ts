/** A list of items for a customer, by numbers. */
export type ListItems = (customer: number, limit: number) => Uint32Array
