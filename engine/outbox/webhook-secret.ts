/** A secret of a hook as Supabase writes it (`v1,whsec_…`), in the form of Standard Webhooks (`whsec_…`). */
export function webhookSecret(secret: string): string {
  return secret.replace(/^v1,/, "");
}
