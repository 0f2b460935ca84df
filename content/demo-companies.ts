/** Invented. INSEE gives no SIREN that begins with three zeros: these have a right key and belong to nobody. */
export const demoCompanies = [
  { siren: "000000117", name: "Menuiserie Kerbrat", postcode: "29200", town: "Brest" },
  { siren: "000000489", name: "Menuiserie Kerbrat et filles", postcode: "29800", town: "Landerneau" },
  { siren: "000000851", name: "Menuiserie du Léon", postcode: "29250", town: "Saint-Pol-de-Léon" },
  { siren: "000001222", name: "Cabinet Delmas avocats", postcode: "91400", town: "Orsay" },
  { siren: "000001594", name: "Institut Bleu lagune", postcode: "13007", town: "Marseille" },
  { siren: "000001966", name: "Garage des Quatre-Vents", postcode: "44300", town: "Nantes" },
  { siren: "000002337", name: "Plomberie Ségalen", postcode: "29000", town: "Quimper" },
  { siren: "000002709", name: "Boulangerie aux Deux Épis", postcode: "59800", town: "Lille" },
  { siren: "000003079", name: "Fleurs d’Ouessant", postcode: "29242", town: "Ouessant" },
  { siren: "000003442", name: "Clinique vétérinaire du Port", postcode: "17000", town: "La Rochelle" },
  { siren: "000003814", name: "Auto-école de la Rade", postcode: "83000", town: "Toulon" },
  { siren: "000004184", name: "Formation Horizon", postcode: "35000", town: "Rennes" },
] as const;
