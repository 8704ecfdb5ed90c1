/** The serial that an announcement of the demo data names, so that /exchange can be tried right away (domain 10). */
export const demoSerial = { serialNo: 'DEM0500P0NTS0008', pin: '500500', points: 500 } as const
