// What others may use of cities and districts: nobody outside imports another file of this area.

export { type AddressFields, addressProblems, cities, districts, findDistrict } from './geography.ts'
