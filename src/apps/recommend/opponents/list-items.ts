/** A list of items for a customer, by numbers. */
export type ListItems = (customer: number, most: number) => Uint32Array
