export async function fingerprints(): Promise<void> {}
