#include <iostream>
#include "ridgepoint/api.hpp"
int main(int c,char**v){ std::cout<<ridgepoint::call_json(c>1?v[1]:"",c>2?v[2]:"")<<"\n"; }
